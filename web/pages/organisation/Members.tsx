import { MeterIcon, PersonAddIcon, TrashIcon } from '@primer/octicons-react'
import { Button, Label, Select } from '@primer/react'
import { useState } from 'react'
import {
  MEMBER_ROLES,
  type MemberRole,
  mayAs,
  mayGiveRole,
} from '../../../server/domain/accounts/membership'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { MemberJson } from '../../../server/domain/endpoints/member'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { useConfirmation } from '../../components/overlay/Confirm'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useAction } from '../../components/page/use-action'
import { PlainTable } from '../../components/table/PlainTable'
import { RowButton } from '../../components/table/RowButton'
import { Invitations } from './Invitations'

const InviteDialog = lateDialog(async () => (await import('./InviteDialog')).InviteDialog)
const LimitsDialog = lateDialog(async () => (await import('./LimitsDialog')).LimitsDialog)

interface MembersProps {
  /** Of the viewer. */
  readonly role: MemberRole
}

export default function Members({ role }: MembersProps) {
  const { text } = useText()
  const { data: members, error, reload } = useEndpoint('member.list')
  const [isInviting, invite] = useState(false)
  const [limited, limit] = useState<MemberJson | undefined>(undefined)
  const manages = mayAs(role, 'manage')
  return (
    <>
      {manages && (
        <div className="org-actions">
          <Button leadingVisual={PersonAddIcon} variant="primary" onClick={() => invite(true)}>
            {text('org.invite')}
          </Button>
        </div>
      )}
      {error !== undefined && members === undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      {error === undefined && members === undefined && <PageSkeleton />}
      {members !== undefined && (
        <MemberTable members={members} viewer={role} onChanged={reload} onLimit={limit} />
      )}
      {manages && <Invitations />}
      {isInviting && <InviteDialog role={role} onClose={() => invite(false)} />}
      {limited !== undefined && (
        <LimitsDialog
          subject="member"
          id={limited.id}
          name={limited.username}
          onClose={() => limit(undefined)}
        />
      )}
    </>
  )
}

interface MemberTableProps {
  readonly members: readonly MemberJson[]
  readonly viewer: MemberRole
  readonly onChanged: () => Promise<unknown>
  readonly onLimit: (member: MemberJson) => void
}

function MemberTable({ members, viewer, onChanged, onLimit }: MemberTableProps) {
  const { text } = useText()
  const manages = mayAs(viewer, 'manage')
  const heads = [text('org.role'), text('field.user.email')] as const
  return (
    <PlainTable titles={[text('org.member'), ...heads]} hasActions={manages}>
      {members.map((member) => (
        <tr key={member.id}>
          <td>
            <strong>{member.username}</strong>
          </td>
          <td data-label={heads[0]}>
            <RoleCell member={member} viewer={viewer} onChanged={onChanged} />
          </td>
          <td data-label={heads[1]}>{member.email || '–'}</td>
          {manages && (
            <td>
              <MemberActs member={member} viewer={viewer} onChanged={onChanged} onLimit={onLimit} />
            </td>
          )}
        </tr>
      ))}
    </PlainTable>
  )
}

interface MemberProps {
  readonly member: MemberJson
  readonly viewer: MemberRole
  readonly onChanged: () => Promise<unknown>
}

function RoleCell({ member, viewer, onChanged }: MemberProps) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const { id, username, role, state } = member
  const isWaiting = state === 'requested'
  const set = (next: MemberRole): Promise<boolean> =>
    run(async () => {
      await call('member.update', { params: { id }, body: { role: next } }).finally(onChanged)
    }, text('ui.saved'))
  if (!mayAs(viewer, 'manage') || !mayGiveRole(viewer, role)) {
    return isWaiting ? (
      <Label variant="attention">{text('org.requested')}</Label>
    ) : (
      text(`org.role_${role}`)
    )
  }
  return (
    <span className="org-role">
      {isWaiting && <Label variant="attention">{text('org.requested')}</Label>}
      <Select
        aria-label={`${text('org.role')}: ${username}`}
        disabled={isBusy}
        value={isWaiting ? '' : role}
        onChange={(event) => void set(event.target.value as MemberRole)}
      >
        {isWaiting && (
          <Select.Option value="" disabled>
            {text('org.let_in_as')}
          </Select.Option>
        )}
        {MEMBER_ROLES.filter((each) => mayGiveRole(viewer, each)).map((each) => (
          <Select.Option key={each} value={each}>
            {text(`org.role_${each}`)}
          </Select.Option>
        ))}
      </Select>
    </span>
  )
}

interface MemberActsProps extends MemberProps {
  readonly onLimit: (member: MemberJson) => void
}

function MemberActs({ member, viewer, onChanged, onLimit }: MemberActsProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const { id, username: name, role, state } = member
  const remove = async (): Promise<void> => {
    const question = { title: text('org.remove_title', { name }), message: text('org.remove_text') }
    if (!(await confirm({ ...question, agree: text('ui.remove'), danger: true }))) return
    const removal = { params: { id } }
    await run(() => call('member.remove', removal).finally(onChanged), text('ui.removed', { name }))
  }
  return (
    <span className="cell-actions">
      {state === 'active' && (
        <RowButton
          icon={MeterIcon}
          title="limit.title"
          name={name}
          onClick={() => onLimit(member)}
        />
      )}
      <RowButton
        icon={TrashIcon}
        title="ui.remove"
        name={name}
        isDisabled={isBusy || !mayGiveRole(viewer, role)}
        onClick={() => void remove()}
      />
    </span>
  )
}
