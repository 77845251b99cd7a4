import { CpuIcon } from '@primer/octicons-react'
import { SkeletonBox } from '@primer/react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../../api/use-endpoint'
import { Card } from '../../../components/Card'
import { LoadFailure } from '../../../components/LoadFailure'
import { ModelChips } from '../../../components/ModelChips'
import { useText } from '../../../language'

export function ModelsCard() {
  const { text } = useText()
  const { data: models, error, reload } = useEndpoint('user.models')
  return (
    <Card icon={CpuIcon} title={text('personal.models')} description={text('personal.models_hint')}>
      {models?.length === 0 && <p className="personal-note">{text('personal.models_none')}</p>}
      {models !== undefined && models.length > 0 && <ModelChips models={models} />}
      {models === undefined && error === undefined && <SkeletonBox height="26px" />}
      {models === undefined && error !== undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
    </Card>
  )
}
