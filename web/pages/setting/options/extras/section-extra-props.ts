import type { OptionForm } from '../use-option-form'

/** What every part of a section besides its fields is given. */
export interface ExtraProps {
  readonly form: OptionForm
}
