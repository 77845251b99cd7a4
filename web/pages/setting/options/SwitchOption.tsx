import { isOptionKey, type OptionKey, optionRow } from '../../../../server/domain/options'
import { SwitchField } from '../../../components/SwitchField'
import { useText } from '../../../language'
import type { OptionFieldProps } from './OptionField'
import { isHinted, WORKS_WITH } from './option-facts'
import { useShowOption } from './show-option'

/** Saved with everything else. One that cannot work says what it waits for. */
export function SwitchOption({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const problem = form.problemOf(optionKey)
  const isOn = form.valueOf(optionKey) === 'true'
  const needs = (optionRow(optionKey).needs ?? []).filter(isOptionKey)
  const missing = needs.filter((need) => !form.isFilled(need))
  const partner = WORKS_WITH[optionKey]
  const isIdle = partner !== undefined && ['', 'false'].includes(form.valueOf(partner))
  return (
    <>
      <SwitchField
        label={text(`setting.${optionKey}`)}
        {...(isHinted(optionKey) && { caption: text(`hint.${optionKey}`) })}
        isOn={isOn}
        isBusy={form.isBusy(optionKey)}
        isDisabled={!isOn && missing.length > 0}
        onChange={(next) => form.edit(optionKey, String(next))}
      />
      {missing.length > 0 && <Waits told={text('options.fill_first')} keys={missing} />}
      {isIdle && <Waits told={text('options.idle_without')} keys={[partner]} />}
      {problem !== undefined && (
        <p className="rows-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

interface WaitsProps {
  readonly told: string
  readonly keys: readonly OptionKey[]
}

/** Why a switch has no effect, with the way to what it waits for. */
function Waits({ told, keys }: WaitsProps) {
  const { text } = useText()
  const show = useShowOption()
  return (
    <p className="options-waits">
      {told}
      {keys.map((key) => (
        <button key={key} type="button" onClick={() => show(key)}>
          {text(`setting.${key}`)}
        </button>
      ))}
    </p>
  )
}
