/**
 * Lists of client addresses that a token may be used from: single addresses and CIDR blocks,
 * IPv4 or IPv6, separated by lines, commas or spaces. With `!` in front one is refused, also
 * where a wider block has it.
 */
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

type Block = readonly [IPv4 | IPv6, number]

const IPV4_BITS = 32
const IPV6_BITS = 128
/** Length of `::ffff:0:0/96`, the prefix that carries an IPv4 address. */
const MAPPED_PREFIX_BITS = 96

/**
 * The test for a list, or `undefined` when the list is blank and every address is allowed.
 * A list without one valid entry refuses everyone, and so does one that refuses what cannot be
 * read: a typing error must not open a token.
 */
export function parseIpList(text: string): ((ip: string) => boolean) | undefined {
  const entries = entriesOf(text)
  if (entries.length === 0) {
    return undefined
  }
  const [denied, allowed] = [entries.filter(isDenied), entries.filter((one) => !isDenied(one))]
  const [denies, allows] = [blocksOf(denied), blocksOf(allowed)]
  if (denies.length < denied.length) return () => false
  return (ip) => {
    if (!ipaddr.isValid(ip)) {
      return false
    }
    const address = ipaddr.process(ip)
    const isIn = (block: Block) => contains(block, address)
    return !denies.some(isIn) && (allowed.length === 0 || allows.some(isIn))
  }
}

const DENIES = '!'

const isDenied = (entry: string): boolean => entry.startsWith(DENIES)

function blocksOf(entries: readonly string[]): readonly Block[] {
  return entries.flatMap((entry) => readBlock(entry) ?? [])
}

/** Entries that are neither an address nor a block, to be refused when a list is saved. */
export function invalidIpEntries(text: string): readonly string[] {
  return entriesOf(text).filter((entry) => readBlock(entry) === undefined)
}

function entriesOf(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '')
}

/** A list of one block, so that nothing valid flattens to nothing. */
function readBlock(given: string): readonly [Block] | undefined {
  const entry = isDenied(given) ? given.slice(DENIES.length) : given
  if (isWritten(entry) && ipaddr.isValid(entry)) {
    const address = ipaddr.process(entry)
    return [[address, address.kind() === 'ipv4' ? IPV4_BITS : IPV6_BITS]]
  }
  if (!isWritten(entry) || !ipaddr.isValidCIDR(entry)) {
    return undefined
  }
  const [network, bits] = ipaddr.parseCIDR(entry)
  const plain = ipaddr.process(network.toString())
  const isMapped = plain.kind() !== network.kind()
  if (!isMapped) {
    return [[network, bits]]
  }
  return bits < MAPPED_PREFIX_BITS ? [[network, bits]] : [[plain, bits - MAPPED_PREFIX_BITS]]
}

/** Short forms such as `10.1` or `0x7f000001` are surely mistakes in a list. */
function isWritten(entry: string): boolean {
  return entry.includes(':') || /^\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?$/.test(entry)
}

function contains([network, bits]: Block, address: IPv4 | IPv6): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}
