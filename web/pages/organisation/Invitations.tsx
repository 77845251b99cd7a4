import { TrashIcon } from '@primer/octicons-react'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useAction } from '../../components/page/use-action'
import { Panel } from '../../components/stats/Stats'
import { PlainTable } from '../../components/table/PlainTable'
import { RowButton } from '../../components/table/RowButton'

/** That can still be accepted. */
export function Invitations() {
  const { text } = useText()
  const { time } = useFormat()
  const { isBusy, run } = useAction()
  const { data: open = [], reload } = useEndpoint('invitation.list')
  if (open.length === 0) return null
  const withdraw = (id: number): Promise<boolean> =>
    run(() => call('invitation.remove', { params: { id } }).finally(reload), text('ui.done'))
  const titles = [text('org.role'), text('org.uses_left'), text('org.valid_until')] as const
  return (
    <Panel title={text('org.invitations')}>
      <PlainTable titles={[text('org.for_whom'), ...titles]} hasActions>
        {open.map(({ id, email, role, uses_left, expires_at }) => (
          <tr key={id}>
            <td>{email || text('org.by_link')}</td>
            <td data-label={titles[0]}>{text(`org.role_${role}`)}</td>
            <td data-label={titles[1]}>{uses_left}</td>
            <td data-label={titles[2]}>{time(expires_at / 1000)}</td>
            <td>
              <span className="cell-actions">
                <RowButton
                  icon={TrashIcon}
                  title="org.withdraw"
                  name={email || text('org.by_link')}
                  isDisabled={isBusy}
                  onClick={() => void withdraw(id)}
                />
              </span>
            </td>
          </tr>
        ))}
      </PlainTable>
    </Panel>
  )
}
