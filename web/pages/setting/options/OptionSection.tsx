import type { OptionKey } from '../../../../server/domain/options'
import { useText } from '../../../app/language'
import { SECTION_EXTRAS } from './extras/section-extras'
import { OptionField } from './fields/OptionField'
import { isSwitch } from './option-facts'
import type { SectionRow } from './option-tabs'
import type { OptionForm } from './use-option-form'

interface OptionSectionProps {
  readonly row: SectionRow
  /** Those of the section that are shown. */
  readonly keys: readonly OptionKey[]
  readonly form: OptionForm
  /** Out of a search, so the tab is shown as well. */
  readonly isFound?: boolean
  /** Whether what it has besides fields is shown. */
  readonly isWhole?: boolean
}

/** Fields under one heading: switches first, then what is typed and waits to be saved. */
export function OptionSection(props: OptionSectionProps) {
  const { row, keys, form, isFound = false, isWhole = true } = props
  const { text } = useText()
  const { id, tab } = row
  const Extra = SECTION_EXTRAS[id]
  const groups = [keys.filter(isSwitch), keys.filter((key) => !isSwitch(key))]
  return (
    <section id={`options-${id}`} className="options-section">
      <header>
        <h2>{text(`options.section_${id}`)}</h2>
        {isFound && <span className="muted">{text(`setting.tab_${tab}`)}</span>}
      </header>
      {groups.map((shown) =>
        shown.length === 0 ? null : (
          <div key={shown[0]} className="options-fields">
            {shown.map((key) => (
              <OptionField key={key} optionKey={key} form={form} />
            ))}
          </div>
        ),
      )}
      {Extra && isWhole && <Extra form={form} />}
    </section>
  )
}
