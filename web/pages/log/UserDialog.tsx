import { Spinner } from '@primer/react'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { Drawer } from '../../components/overlay/Drawer'
import { LoadFailure } from '../../components/page/LoadFailure'
import '../../components/page/facts.css'

interface UserDialogProps {
  readonly id: number
  readonly onClose: () => void
}

/** Who made a call: what admins want to know at once. */
export function UserDialog({ id, onClose }: UserDialogProps) {
  const { text } = useText()
  const format = useFormat()
  const { data, error, reload } = useEndpoint('user.show', { params: { id } })
  return (
    <Drawer kind="dialog" title={text('log.user')} onClose={onClose}>
      {error !== undefined && <LoadFailure message={failureText(error, text)} onRetry={reload} />}
      {error === undefined && data === undefined && <Spinner srText={text('ui.loading')} />}
      {data !== undefined && (
        <dl className="fact-list">
          <dt>{text('field.user.username')}</dt>
          <dd>{data.username}</dd>
          <dt>{text('field.user.quota')}</dt>
          <dd>{format.quota(data.quota)}</dd>
          <dt>{text('field.user.used_quota')}</dt>
          <dd>{format.quota(data.used_quota)}</dd>
          <dt>{text('field.user.request_count')}</dt>
          <dd>{format.number(data.request_count)}</dd>
          <dt>{text('field.user.group')}</dt>
          <dd>{data.group}</dd>
        </dl>
      )}
    </Drawer>
  )
}
