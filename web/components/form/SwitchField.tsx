import { ToggleSwitch } from '@primer/react'
import { useId } from 'react'
import { useText } from '../../app/language'
import './field.css'

interface SwitchFieldProps {
  readonly label: string
  readonly caption?: string
  readonly isOn: boolean
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

export function SwitchField(props: SwitchFieldProps) {
  const { label, caption, isOn, isBusy = false, isDisabled = false, onChange } = props
  const { text } = useText()
  const id = useId()
  return (
    <div className="switch-field">
      <div>
        <span id={id} className="switch-label">
          {label}
        </span>
        {caption !== undefined && <span className="switch-caption">{caption}</span>}
      </div>
      <ToggleSwitch
        aria-labelledby={id}
        size="small"
        checked={isOn}
        loading={isBusy}
        disabled={isDisabled}
        buttonLabelOn={text('ui.on')}
        buttonLabelOff={text('ui.off')}
        onClick={() => onChange(!isOn)}
      />
    </div>
  )
}
