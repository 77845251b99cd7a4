import { Button } from '@primer/react'
import type { FormEvent } from 'react'
import { type OptionKey, optionRow } from '../../../../server/domain/options'
import { useText } from '../../../language'
import { useToast } from '../../../shell/Toasts'
import { OptionField } from './OptionField'
import type { SectionRow } from './option-tabs'
import { lacksRequirement } from './requirement'
import { SECTION_EXTRAS } from './section-extras'
import type { OptionForm } from './use-option-form'

interface OptionSectionProps {
  readonly row: SectionRow
  /** Those of the section that are shown. */
  readonly keys: readonly OptionKey[]
  readonly form: OptionForm
  /** Out of a search, so the tab is told as well. */
  readonly isFound?: boolean
}

/** Fields that are saved together; switches among them are saved when they are switched. */
export function OptionSection({ row, keys, form, isFound = false }: OptionSectionProps) {
  const { text } = useText()
  const toast = useToast()
  const { id, tab } = row
  const Extra = SECTION_EXTRAS[id]
  const isSwitch = (key: OptionKey): boolean => optionRow(key).type === 'boolean'
  const switches = row.keys.filter(isSwitch)
  const typed = row.keys.filter((key) => !isSwitch(key))
  const isChanged = typed.some((key) => form.changed.includes(key))
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (lacksRequirement(typed, form)) toast.warn(text('options.needs_address'))
    else void form.save(typed)
  }
  return (
    <form id={`options-${id}`} className="options-section" noValidate onSubmit={save}>
      <header>
        <h2>{text(`options.section_${id}`)}</h2>
        {isFound && <span className="muted">{text(`setting.tab_${tab}`)}</span>}
      </header>
      {[switches, typed].map((group) => {
        const shown = group.filter((key) => keys.includes(key))
        return shown.length === 0 ? null : (
          <div key={shown[0]} className="options-fields">
            {shown.map((key) => (
              <OptionField key={key} optionKey={key} form={form} />
            ))}
          </div>
        )
      })}
      {Extra && !isFound && <Extra form={form} />}
      {typed.length > 0 && (
        <footer>
          <Button
            variant={isChanged ? 'primary' : 'invisible'}
            type="submit"
            loading={typed.some(form.isBusy)}
          >
            {text('options.save_section', { name: text(`options.section_${id}`) })}
          </Button>
        </footer>
      )}
    </form>
  )
}
