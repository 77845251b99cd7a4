import { Button, LinkButton, TextInput } from '@primer/react'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { Note } from '../../components/form/Note'
import { useAction } from '../../components/page/use-action'
import { CopyLine } from '../../components/text/CopyLine'
import { TextLink } from '../../components/text/TextLink'
import { useCopy } from '../../components/text/use-copy'
import { AccountCard } from './AccountCard'

/** Where the mailed link leads. */
export default function ResetConfirmPage() {
  const { text } = useText()
  const copy = useCopy()
  const { isBusy, run } = useAction()
  const [search] = useSearchParams()
  const [password, setPassword] = useState('')
  const email = search.get('email') ?? ''
  const token = search.get('token') ?? ''
  const isComplete = email !== '' && token !== ''
  const confirm = async (): Promise<void> => {
    await run(async () => {
      const { data } = await call('account.reset', { body: { email, token } })
      setPassword(data)
      await copy(data, text('account.new_password_copied'))
    })
  }
  return (
    <AccountCard
      title={text('account.reset_confirm_title')}
      links={<TextLink to="/login">{text('account.back_to_login')}</TextLink>}
    >
      {!isComplete && (
        <>
          <Note tone="critical">{text('account.reset_link_invalid')}</Note>
          <LinkButton as={Link} href="/reset" size="large" block>
            {text('account.reset_again')}
          </LinkButton>
        </>
      )}
      {isComplete && (
        <Field label={text('account.email')} caption={text('account.reset_confirm_hint')}>
          <TextInput block size="large" readOnly value={email} />
        </Field>
      )}
      {!isComplete ? null : password === '' ? (
        <Button
          variant="primary"
          size="large"
          block
          loading={isBusy}
          onClick={() => void confirm()}
        >
          {text('account.reset_confirm')}
        </Button>
      ) : (
        <CopyLine label={text('account.new_password')} value={password} />
      )}
    </AccountCard>
  )
}
