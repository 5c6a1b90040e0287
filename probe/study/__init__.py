"""Standard studies: a fixed set of dilemmas, asked and analysed in one way, with results that can be compared."""
