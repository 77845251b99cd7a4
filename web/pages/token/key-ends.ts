/** Enough of a key to tell it from others, and too little to call with. */
export function keyEnds(key: string): string {
  return `sk-${key.slice(0, 3)}…${key.slice(-3)}`
}

/** The server shows a key to whoever holds it; to others, its ends. */
export function isHidden(key: string): boolean {
  return key.includes('***')
}
