/** Bold and colours of a terminal. */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  cyan: [36, 39],
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
  gray: [90, 39],
} as const

export type Style = keyof typeof CODES

export function styled(
  text: string,
  style: Style | undefined,
  { color }: { readonly color: boolean },
): string {
  if (!color || style === undefined) return text
  const [on, off] = CODES[style]
  return `\u001b[${on}m${text}\u001b[${off}m`
}
