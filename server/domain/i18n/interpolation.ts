import type { i18n } from 'i18next'

/** How values come into texts. */
export const INTERPOLATION = { escapeValue: false } as const

/** `{{count}} call{{count, s}}` is one call or several. English only: Chinese has no plural. */
export function teachPlurals({ services }: i18n): void {
  services.formatter?.add('s', (value: unknown) => (Number(value) === 1 ? '' : 's'))
}
