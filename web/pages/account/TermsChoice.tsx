import { Checkbox } from '@primer/react'
import { useId } from 'react'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'

interface TermsChoiceProps {
  readonly isAccepted: boolean
  readonly problem: string | undefined
  readonly onChange: (isAccepted: boolean) => void
}

/** Acceptance of the terms at registration; they open next to the form. */
export function TermsChoice({ isAccepted, problem, onChange }: TermsChoiceProps) {
  const { text } = useText()
  const { terms_version: version } = useSite()
  const id = useId()
  return (
    <div className="field">
      <span className="check-line">
        <Checkbox
          id={id}
          checked={isAccepted}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && `${id}-problem`}
          onChange={({ target }) => onChange(target.checked)}
        />
        <label htmlFor={id}>
          {text('account.terms_agree')}{' '}
          <a href="/user-agreement" className="text-link" target="_blank" rel="noreferrer">
            {text('nav.user_agreement')}
          </a>{' '}
          {text('account.terms_version', { version })}
        </label>
      </span>
      {problem !== undefined && (
        <span id={`${id}-problem`} className="field-problem">
          {problem}
        </span>
      )}
    </div>
  )
}
