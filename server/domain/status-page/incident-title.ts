/** Incidents of a rule have no text of their own: readers get one in their language. */
import type { AlertMeasure, CustomerMeasure } from '../alerts/measures'
import { type Language, type TextKey, translate } from '../i18n/translate'

const TITLES: Readonly<Record<CustomerMeasure, TextKey>> = {
  error_share: 'incident.cause_error_share',
  first_byte_p95: 'incident.cause_first_byte_p95',
  model_unserved: 'incident.cause_model_unserved',
}

/** What an incident of a rule says that it came from. */
export function alertSource(rule: { readonly id: number; readonly measure: AlertMeasure }): string {
  return `alert:${rule.id}:${rule.measure}`
}

interface Titled {
  readonly title: string
  readonly source: string
}

export function titled<Incident extends Titled>(incident: Incident, language: Language): Incident {
  const { title, source } = incident
  if (title !== '') return incident
  const measure = source.split(':')[2]
  const known = Object.entries(TITLES).find(([name]) => name === measure)?.[1]
  return { ...incident, title: translate(language, known ?? 'incident.kind.incident') }
}
