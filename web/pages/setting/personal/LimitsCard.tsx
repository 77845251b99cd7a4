import { MeterIcon } from '@primer/octicons-react'
import { SkeletonBox } from '@primer/react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { LimitUse } from '../../../components/limits/LimitUse'
import { Card } from '../../../components/page/Card'
import { LoadFailure } from '../../../components/page/LoadFailure'

/** What people may use, and have used. */
export function LimitsCard() {
  const { text } = useText()
  const { data: rows, error, reload } = useEndpoint('limit.list_own', {}, { everyMs: 30_000 })
  return (
    <Card
      id="limits"
      icon={MeterIcon}
      title={text('limit.mine')}
      description={text('limit.mine_help')}
    >
      {rows?.length === 0 && <p className="personal-note">{text('limit.none')}</p>}
      {rows?.map((row) => (
        <LimitUse key={row.id} row={row} />
      ))}
      {rows === undefined && error === undefined && <SkeletonBox height="26px" />}
      {rows === undefined && error !== undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
    </Card>
  )
}
