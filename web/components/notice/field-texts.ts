/** Fields of a service as texts of a form: by name. */
import {
  KEPT_SECRET,
  type NoticeServiceId,
  noticeService,
  type ServiceField,
} from '../../../server/domain/notices/services'

export type FieldTexts = Readonly<Record<string, string>>

/** Whether a field has to be typed and is not. */
export function lacks(
  { name, isRequired }: ServiceField,
  values: FieldTexts,
  stored: FieldTexts,
): boolean {
  return isRequired === true && (values[name] ?? '').trim() === '' && stored[name] !== KEPT_SECRET
}

/** As a form begins: secrets are not shown. */
export function shownFields(stored: FieldTexts): FieldTexts {
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== KEPT_SECRET))
}

/** As it is sent: a secret that is left empty stays. */
export function sentFields(
  service: NoticeServiceId,
  values: FieldTexts,
  stored: FieldTexts,
): Record<string, string> {
  return Object.fromEntries(
    noticeService(service).fields.map(({ name }) => {
      const typed = (values[name] ?? '').trim()
      return [name, typed === '' && stored[name] === KEPT_SECRET ? KEPT_SECRET : typed]
    }),
  )
}
