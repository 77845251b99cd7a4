import ipaddr from 'ipaddr.js'

/** Whether a host name or address of a URL is this very machine. */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  if (!ipaddr.isValid(bare)) return bare === 'localhost'
  return ipaddr.process(bare).range() === 'loopback'
}
