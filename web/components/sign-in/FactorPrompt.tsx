/** The second factor at login, and when the owner has to be confirmed again. */
import { call } from '../../api/client'
import type { FactorQuestion } from '../../api/second-factor'
import { useText } from '../../app/language'
import FactorDialog from './FactorDialog'
import { usePasskeys } from './use-passkeys'

interface FactorPromptProps {
  readonly question: FactorQuestion
  /** The question was answered. */
  readonly onDone: () => void
  readonly onClose: () => void
}

export default function FactorPrompt({ question, onDone, onClose }: FactorPromptProps) {
  const { text } = useText()
  const passkeys = usePasskeys()
  if (question.purpose === 'login') {
    const enter = (user: Parameters<typeof question.answer>[0]): void => {
      onDone()
      question.answer(user)
    }
    return (
      <FactorDialog
        explanation={text('factor.why_login')}
        onCode={async (code) => {
          enter((await call('second_factor.login', { body: { code } })).data)
        }}
        onPasskey={async () => enter(await passkeys.logIn())}
        onClose={onClose}
      />
    )
  }
  const prove = async (proving: Promise<unknown>): Promise<void> => {
    await proving
    onDone()
    question.answer()
  }
  return (
    <FactorDialog
      explanation={text('factor.why_proof')}
      onCode={(code) => prove(call('second_factor.verify', { body: { method: '2fa', code } }))}
      onPasskey={() => prove(passkeys.prove())}
      onClose={onClose}
    />
  )
}
