import { useState } from 'react'
import type { OptionKey } from '../../../../../server/domain/options'
import { useText } from '../../../../app/language'
import { SwitchField } from '../../../../components/form/SwitchField'
import { lateDialog } from '../../../../components/late/Late'
import { factsOf, isHinted, isOptionKey, WORKS_WITH } from '../option-facts'
import { useShowOption } from '../show-option'
import { usePasswordOff } from '../use-password-off'
import type { OptionFieldProps } from './option-field-props'

const BotCheckTrial = lateDialog(
  async () => (await import('../extras/BotCheckTrial')).BotCheckTrial,
)

/** Saved when it is flipped. One that cannot work says what it waits for. */
export function SwitchOption({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const askPasswordOff = usePasswordOff()
  const [isTrying, setTrying] = useState(false)
  const { isOn, refusalOf, flip } = form.switches
  const refusal = refusalOf(optionKey)
  const needs = (factsOf(optionKey).needs ?? []).filter(isOptionKey)
  const missing = needs.filter((need) => !form.isSet(need))
  const partner = WORKS_WITH[optionKey]
  const isIdle = partner !== undefined && ['', 'false'].includes(form.storedOf(partner))
  const set = async (next: boolean): Promise<void> => {
    if (optionKey === 'PasswordLoginEnabled' && !next && !(await askPasswordOff())) return
    if (optionKey === 'TurnstileCheckEnabled' && next) setTrying(true)
    else flip(optionKey, next)
  }
  return (
    <>
      <SwitchField
        label={text(`setting.${optionKey}`)}
        {...(isHinted(optionKey) && { caption: text(`hint.${optionKey}`) })}
        isOn={isOn(optionKey)}
        isDisabled={!isOn(optionKey) && missing.length > 0}
        onChange={(next) => void set(next)}
      />
      {missing.length > 0 && <Waits reason={text('options.fill_first')} keys={missing} />}
      {isIdle && <Waits reason={text('options.idle_without')} keys={[partner]} />}
      {refusal !== undefined && (
        <p className="rows-problem" role="alert">
          {refusal}
        </p>
      )}
      {isTrying && (
        <BotCheckTrial
          siteKey={form.storedOf('TurnstileSiteKey')}
          onClose={() => setTrying(false)}
          onToken={(token) => {
            setTrying(false)
            flip(optionKey, true, token)
          }}
        />
      )}
    </>
  )
}

interface WaitsProps {
  readonly reason: string
  readonly keys: readonly OptionKey[]
}

/** Why a switch has no effect, with the way to what it waits for. */
function Waits({ reason, keys }: WaitsProps) {
  const { text } = useText()
  const show = useShowOption()
  return (
    <p className="options-waits">
      {reason}
      {keys.map((key) => (
        <button key={key} type="button" onClick={() => show(key)}>
          {text(`setting.${key}`)}
        </button>
      ))}
    </p>
  )
}
