import { ArrowSwitchIcon, PersonAddIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import type { UserJson } from '../../../../server/domain/endpoints/user'
import { useEndpoint } from '../../../api/use-endpoint'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { lateDialog } from '../../../components/late/Late'
import { Card } from '../../../components/page/Card'
import { CopyLine } from '../../../components/text/CopyLine'
import { Figures } from './Figures'

const TransferDialog = lateDialog(async () => (await import('./TransferDialog')).TransferDialog)

/** How to invite others, and what it has earned. */
export function InviteCard({ user }: { readonly user: UserJson }) {
  const { text } = useText()
  const format = useFormat()
  const { data: code = user.aff_code } = useEndpoint('user.aff')
  const { data: invites } = useEndpoint('account.invites')
  const [isTransferring, transfer] = useState(false)
  const link = `${location.origin}/register?aff=${encodeURIComponent(code)}`
  return (
    <Card
      id="invite"
      icon={PersonAddIcon}
      title={text('personal.invite')}
      description={text('personal.invite_hint')}
    >
      <Figures
        figures={[
          { title: text('personal.invite_pending'), value: format.quota(user.aff_quota) },
          { title: text('personal.invite_total'), value: format.quota(user.aff_history_quota) },
          { title: text('personal.invite_count'), value: format.count(user.aff_count) },
          { title: text('personal.invite_paying'), value: format.count(invites?.paying ?? 0) },
          { title: text('personal.invite_rewards'), value: format.quota(invites?.rewards ?? 0) },
        ]}
      />
      <div className="personal-lines">
        <CopyLine label={text('personal.invite_link')} value={link} />
        <CopyLine label={text('personal.invite_code')} value={code} />
      </div>
      <Button leadingVisual={ArrowSwitchIcon} onClick={() => transfer(true)}>
        {text('personal.transfer')}
      </Button>
      {isTransferring && <TransferDialog earned={user.aff_quota} onClose={() => transfer(false)} />}
    </Card>
  )
}
