# Holdfast in a container. Not built by the tests of this repository.
#
#   docker build -t holdfast .
#   docker run --rm holdfast play 'rocksample(7,8)' --guide preferred --episodes 5
#   docker run --rm --network host holdfast studio --port 7070
#
# The studio listens on the loopback interface alone, so it needs the network of the host.
FROM debian:12 AS build
COPY packages.txt packages-deb.txt /source/
RUN apt-get update && cat /source/packages.txt /source/packages-deb.txt | grep -v '^#' | grep -v '^chromium' \
  | xargs apt-get install -y --no-install-recommends && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN cmake -S /source -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DHOLDFAST_TESTS=OFF \
  && cmake --build /build && cd /build && cpack -G DEB

FROM debian:12
COPY --from=build /build/holdfast_*.deb /tmp/
RUN apt-get update && apt-get install -y /tmp/holdfast_*.deb && rm -rf /var/lib/apt/lists/* /tmp/*.deb
WORKDIR /work
ENTRYPOINT ["holdfast"]
