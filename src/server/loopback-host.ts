const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Whether a request was meant for this machine. A page elsewhere can point its own name at 127.0.0.1 and so read
 * a server that listens only there; then the name in the request is not one of these.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK.test(host);
}
