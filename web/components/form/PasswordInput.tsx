import { EyeClosedIcon, EyeIcon } from '@primer/octicons-react'
import { TextInput } from '@primer/react'
import { useState } from 'react'
import { useText } from '../../app/language'
import { useFieldInput } from './Field'

interface PasswordInputProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: 'current-password' | 'new-password'
  /** As large as the fields around it. */
  readonly size?: 'medium' | 'large'
}

export function PasswordInput(props: PasswordInputProps) {
  const { value, onChange, autoComplete, size = 'large' } = props
  const { text } = useText()
  const [isShown, show] = useState(false)
  const connected = useFieldInput()
  return (
    <TextInput
      {...connected}
      block
      size={size}
      type={isShown ? 'text' : 'password'}
      value={value}
      autoComplete={autoComplete}
      onChange={(event) => onChange(event.target.value)}
      trailingAction={
        <TextInput.Action
          icon={isShown ? EyeClosedIcon : EyeIcon}
          aria-label={text(isShown ? 'ui.hide_password' : 'ui.show_password')}
          onClick={() => show(!isShown)}
        />
      }
    />
  )
}
