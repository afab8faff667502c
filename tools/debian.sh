# shellcheck shell=bash
# debian PACKAGE... installs packages of Debian 12 for root, and fails elsewhere. Scripts that run at the
# same time wait for one another.
debian() {
  [ "$(id -u)" = 0 ] && grep -qs bookworm /etc/os-release || return 1
  (
    flock 9
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -qq --no-install-recommends "$@"
  ) 9>"${TMPDIR:-/tmp}/scorio-debian.lock" >/dev/null 2>&1
}
