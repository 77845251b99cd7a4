import type { OptionKey } from '../../../../../server/domain/options'
import type { OptionForm } from '../use-option-form'

/** What the field of every type of setting is given. */
export interface OptionFieldProps {
  readonly optionKey: OptionKey
  readonly form: OptionForm
}
