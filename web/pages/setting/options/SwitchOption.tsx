import { useState } from 'react'
import { SwitchField } from '../../../components/SwitchField'
import { useText } from '../../../language'
import { useConfirmation } from '../../../shell/Confirm'
import { BotCheckTrial } from './BotCheckTrial'
import type { OptionFieldProps } from './OptionField'
import { isHinted } from './option-tabs'
import '../../../components/pick-many.css'

/** Saved when it is switched. Without passwords some may not get in again, so that is asked. */
export function SwitchOption({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const problem = form.problemOf(optionKey)
  const [isTrying, setTrying] = useState(false)
  const siteKey = form.storedOf('TurnstileSiteKey')
  const isReady = siteKey !== '' && form.hasSecret('TurnstileSecretKey')
  const set = async (isOn: boolean): Promise<void> => {
    const question = {
      title: text('options.password_off_title'),
      message: text('options.password_off_text'),
      agree: text('options.password_off'),
      danger: true,
    }
    const isGrave = optionKey === 'PasswordLoginEnabled' && !isOn
    if (isGrave && !(await confirm(question))) return
    if (optionKey === 'TurnstileCheckEnabled' && isOn && isReady) setTrying(true)
    else await form.save([optionKey], { [optionKey]: String(isOn) })
  }
  return (
    <>
      <SwitchField
        label={text(`setting.${optionKey}`)}
        {...(isHinted(optionKey) && { caption: text(`hint.${optionKey}`) })}
        isOn={form.storedOf(optionKey) === 'true'}
        isBusy={form.isBusy(optionKey)}
        onChange={(isOn) => void set(isOn)}
      />
      {isTrying && (
        <BotCheckTrial
          siteKey={siteKey}
          onClose={() => setTrying(false)}
          onToken={(trial) => {
            setTrying(false)
            void form.save([optionKey], { [optionKey]: 'true' }, trial)
          }}
        />
      )}
      {problem !== undefined && (
        <p className="pick-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
