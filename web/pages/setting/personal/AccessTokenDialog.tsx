/** A new access token with a name and limits. */
import { Textarea, TextInput } from '@primer/react'
import type { Scope } from '../../../../server/domain/accounts/scopes'
import { call } from '../../../api/client'
import { useText } from '../../../app/language'
import { ScopeField } from '../../../components/access/ScopeField'
import { Field } from '../../../components/form/Field'
import { FormDrawer } from '../../../components/form/FormDrawer'
import { secondsOf, TimeField, TimeShortcuts } from '../../../components/form/TimeField'
import { useForm } from '../../../components/form/use-form'
import { useOwnerProof } from '../../../components/sign-in/OwnerProof'

interface Values {
  readonly name: string
  /** `undefined` for everything. */
  readonly scopes: readonly Scope[] | undefined
  /** In the reader's time zone, "" for never. */
  readonly expires: string
  readonly networks: string
}

const BLANK: Values = { name: '', scopes: undefined, expires: '', networks: '' }

interface AccessTokenDialogProps {
  readonly onMade: (token: string) => void
  readonly onClose: () => void
}

export default function AccessTokenDialog({ onMade, onClose }: AccessTokenDialogProps) {
  const { text } = useText()
  const asOwner = useOwnerProof()
  const form = useForm(BLANK, ({ name, scopes }) => ({
    ...(name.trim() === '' && { name: text('access_token.name_empty') }),
    ...(scopes?.length === 0 && { scopes: text('access_token.scope_missing') }),
  }))
  const { name, scopes, expires, networks } = form.values
  const save = async (): Promise<void> => {
    const body = {
      name,
      scopes: scopes === undefined ? null : [...scopes],
      expires_at: expires === '' ? null : secondsOf(expires) * 1000,
      networks,
    }
    const { data } = await asOwner(() => call('access_token.create', { body }))
    onMade(data.token)
  }
  return (
    <FormDrawer
      title={text('personal.named_token_new')}
      form={form}
      onSave={save}
      success={text('personal.named_token_made')}
      saveLabel={text('personal.named_token_make')}
      onClose={onClose}
    >
      <Field label={text('personal.named_token_name')} problem={form.problems.name} isRequired>
        <TextInput
          block
          maxLength={50}
          value={name}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
      <ScopeField
        offersAll
        scopes={scopes}
        problem={form.problems.scopes}
        onChange={(chosen) => form.set({ scopes: chosen })}
      />
      <TimeField
        label={text('personal.named_token_expires')}
        caption={text('personal.named_token_expires_hint')}
        value={expires}
        onChange={(value) => form.set({ expires: value })}
      />
      <TimeShortcuts onChange={(value) => form.set({ expires: value })} />
      <Field
        label={text('personal.named_token_networks')}
        caption={text('personal.named_token_networks_hint')}
      >
        <Textarea
          block
          rows={2}
          value={networks}
          onChange={(event) => form.set({ networks: event.target.value })}
        />
      </Field>
    </FormDrawer>
  )
}
