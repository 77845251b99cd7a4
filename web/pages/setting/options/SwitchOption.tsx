import { SwitchField } from '../../../components/SwitchField'
import { useText } from '../../../language'
import { useConfirmation } from '../../../shell/Confirm'
import type { OptionFieldProps } from './OptionField'
import { isHinted } from './option-tabs'
import '../../../components/pick-many.css'

/** Saved when it is switched. Without passwords some may not get in again, so that is asked. */
export function SwitchOption({ optionKey, form }: OptionFieldProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const problem = form.problemOf(optionKey)
  const set = async (isOn: boolean): Promise<void> => {
    const question = {
      title: text('options.password_off_title'),
      message: text('options.password_off_text'),
      agree: text('options.password_off'),
      danger: true,
    }
    const isGrave = optionKey === 'PasswordLoginEnabled' && !isOn
    if (isGrave && !(await confirm(question))) return
    await form.save([optionKey], { [optionKey]: String(isOn) })
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
      {problem !== undefined && (
        <p className="pick-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
