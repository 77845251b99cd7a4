/** Form fields for what may be set of a noun, and what a request says by them. */
import { isTextKey, type TextKey } from '../../../server/domain/i18n/translate'
import {
  type Field,
  type Fields,
  type SetName,
  setNamesOf,
} from '../../../server/domain/nouns/noun'
import type { Input } from '../../../server/domain/nouns/noun-stored'
import type { FieldRow, FormValues } from '../form-draft'
import type { Text } from '../tools'
import { secondsOf, timeValue, whole } from './form-values'

/** Where the noun alone would say too little. */
interface OwnField {
  readonly hint?: FieldRow['hint']
  /** Error text for a value that is no number or time. */
  readonly refusal?: TextKey
  /** A control of its own for the same text. */
  readonly control?: FieldRow
}

/**
 * `false` for fields with another way of input; named fields come first, in this order. What is
 * not a field of the noun has a control of its own, and is in no body.
 */
export type OwnFields<Rows extends Fields, Extra extends string = never> = Readonly<
  Partial<Record<SetName<Rows>, OwnField | false>> & Record<Extra, { readonly control: FieldRow }>
>

interface NounForm<Rows extends Fields> {
  readonly noun: string
  readonly rows: Rows
  readonly own: OwnFields<Rows>
}

interface Control {
  readonly kind: 'text' | 'flag'
  readonly show: (value: unknown, text: Text) => string
  readonly read: (typed: string, refusal: string) => unknown
}

const TEXT: Control = { kind: 'text', show: String, read: (typed) => typed }
const WHOLE: Control = { kind: 'text', show: String, read: whole }
const TIME: Control = {
  kind: 'text',
  show: (seconds, text) => timeValue(Number(seconds), text),
  read: secondsOf,
}

const CONTROLS: Readonly<Partial<Record<Field['kind'], Control>>> = {
  integer: WHOLE,
  credits: WHOLE,
  moment: TIME,
  moment_or_never: TIME,
  flag: {
    kind: 'flag',
    show: (value) => String(Boolean(value)),
    read: (typed) => typed === 'true',
  },
}

interface FieldInput extends OwnField {
  readonly name: string
  readonly label: string
  readonly by: Control
}

function inputsOf<Rows extends Fields>({ noun, rows, own }: NounForm<Rows>, text: Text) {
  const overrides = new Map<string, OwnField | false>(Object.entries(own))
  const names = new Set<string>([...overrides.keys(), ...setNamesOf(rows)])
  return [...names].flatMap((name): FieldInput[] => {
    const override = overrides.get(name) ?? {}
    if (override === false) return []
    const key = `field.${noun}.${name}`
    const label = isTextKey(key) ? text(key) : name
    return [{ ...override, name, label, by: CONTROLS[rows[name]?.kind ?? 'text'] ?? TEXT }]
  })
}

export function nounFormFields<Rows extends Fields>(
  form: NounForm<Rows>,
  text: Text,
): readonly FieldRow[] {
  return inputsOf(form, text).map(({ name, label, by, hint, control }) => {
    return control ?? { name, label, kind: by.kind, ...(hint !== undefined && { hint }) }
  })
}

/** Of a row as answers have it. */
export function nounFormValues<Rows extends Fields>(
  form: NounForm<Rows>,
  row: Readonly<Record<string, unknown>>,
  text: Text,
): FormValues {
  const values = inputsOf(form, text).map(({ name, by }) => [name, by.show(row[name], text)])
  return Object.fromEntries(values)
}

/** Throws the error text of a value that cannot be read. */
export function nounFormBody<Rows extends Fields>(
  form: NounForm<Rows>,
  values: FormValues,
  text: Text,
): Input<Rows> {
  const inputs = inputsOf(form, text).filter(({ name }) => form.rows[name]?.sets === true)
  const fields = inputs.map(({ name, label, by, refusal }) => {
    const otherwise = refusal ? text(refusal) : text('tui.number_invalid', { name: label })
    return [name, by.read(values[name] ?? '', otherwise)]
  })
  return Object.fromEntries(fields) as Input<Rows>
}
