/** Terminals take no more than about 75 kB of text. */
const MOST_BYTES = 50_000

/**
 * The sequence that puts text into a terminal's clipboard (OSC 52), over ssh as well. tmux
 * passes it on where `set-clipboard` is on; terminals that do not know it show nothing.
 */
export function clipboardText(text: string): string {
  const bytes = Buffer.from(text).subarray(0, MOST_BYTES)
  return `\u001b]52;c;${bytes.toString('base64')}\u0007`
}
