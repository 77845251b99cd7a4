/** The terminal's own colours; nothing is conveyed by colour alone. */
import type { Tone } from '../tones'

export const TONE_COLORS: Readonly<Record<Tone, string | undefined>> = {
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  quiet: 'gray',
  none: undefined,
}

export const ACCENT = 'cyan'
