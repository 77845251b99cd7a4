import type { i18n } from 'i18next'

/** How values come into texts. */
export const INTERPOLATION = { escapeValue: false } as const

/** What English writes for one and for several; Chinese has no plural. */
const FORMS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  s: ['', 's'],
  /** The ending of a verb: one channel offers, two channels offer. */
  verb: ['s', ''],
  are: ['is', 'are'],
  have: ['has', 'have'],
}

/** `{{count}} call{{count, s}}` is one call or several. */
export function teachPlurals({ services }: i18n): void {
  for (const [name, [one, several]] of Object.entries(FORMS)) {
    services.formatter?.add(name, (value: unknown) => (Number(value) === 1 ? one : several))
  }
}
