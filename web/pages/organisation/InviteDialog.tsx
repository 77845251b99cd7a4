import { Select, TextInput } from '@primer/react'
import { useRef, useState } from 'react'
import {
  MEMBER_ROLES,
  type MemberRole,
  mayGiveRole,
} from '../../../server/domain/accounts/membership'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { useForm } from '../../components/form/use-form'
import { Drawer } from '../../components/overlay/Drawer'
import { CopyLine } from '../../components/text/CopyLine'

interface InviteDialogProps {
  /** Of the viewer. */
  readonly role: MemberRole
  readonly onClose: () => void
}

/** The form, and after it the link, which is shown this once. */
export function InviteDialog(props: InviteDialogProps) {
  const { text } = useText()
  const [link, show] = useState<string | undefined>(undefined)
  if (link === undefined) return <InviteForm {...props} onMade={show} />
  const { onClose } = props
  return (
    <Drawer
      kind="dialog"
      title={text('org.invited')}
      subtitle={text('org.link_once')}
      onClose={onClose}
      buttons={[{ content: text('ui.close'), buttonType: 'primary', onClick: onClose }]}
    >
      <CopyLine value={link} label={text('org.link')} />
    </Drawer>
  )
}

interface InviteFormProps extends InviteDialogProps {
  readonly onMade: (link: string) => void
}

function InviteForm({ role: viewer, onClose, onMade }: InviteFormProps) {
  const { text } = useText()
  const { mail_enabled } = useSite()
  const made = useRef('')
  const first = { email: '', role: 'member' as MemberRole, uses: '1' }
  const form = useForm(first, ({ uses, email }) => ({
    ...(email === '' && !/^[1-9]\d{0,2}$/.test(uses) && { uses: text('token.count_range') }),
  }))
  const { email, role, uses } = form.values
  const save = async (): Promise<void> => {
    const body = { email: email.trim(), role, uses: Number(uses) || 1 }
    const { data } = await call('invitation.create', { body })
    await refresh('invitation')
    made.current = data.link
  }
  return (
    <FormDrawer
      kind="dialog"
      title={text('org.invite')}
      form={form}
      onSave={save}
      saveLabel={text('org.invite')}
      onClose={() => (made.current === '' ? onClose() : onMade(made.current))}
    >
      <Field
        label={text('field.user.email')}
        caption={text(mail_enabled ? 'org.email_hint' : 'org.email_off')}
        isDisabled={!mail_enabled}
      >
        <TextInput
          block
          type="email"
          value={email}
          onChange={(event) => form.set({ email: event.target.value })}
        />
      </Field>
      <Field label={text('org.role')} caption={text(`org.role_${role}_hint`)}>
        <Select
          block
          value={role}
          onChange={(event) => form.set({ role: event.target.value as MemberRole })}
        >
          {MEMBER_ROLES.filter((each) => mayGiveRole(viewer, each)).map((each) => (
            <Select.Option key={each} value={each}>
              {text(`org.role_${each}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      {email === '' && (
        <Field label={text('org.uses')} problem={form.problems.uses}>
          <TextInput
            block
            inputMode="numeric"
            value={uses}
            onChange={(event) => form.set({ uses: event.target.value })}
          />
        </Field>
      )}
    </FormDrawer>
  )
}
