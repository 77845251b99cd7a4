import { CpuIcon } from '@primer/octicons-react'
import { Button, SkeletonBox } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../../api/use-endpoint'
import { Card } from '../../../components/Card'
import { LoadFailure } from '../../../components/LoadFailure'
import { useCopy } from '../../../components/use-copy'
import { useText } from '../../../language'

const SHOWN_AT_FIRST = 10

export function ModelsCard() {
  const { text } = useText()
  const { data: models, error, reload } = useEndpoint('user.models')
  return (
    <Card icon={CpuIcon} title={text('personal.models')} description={text('personal.models_hint')}>
      {models && <ModelChips models={models} />}
      {models === undefined && error === undefined && <SkeletonBox height="26px" />}
      {models === undefined && error !== undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
    </Card>
  )
}

function ModelChips({ models }: { readonly models: readonly string[] }) {
  const { text } = useText()
  const copy = useCopy()
  const [showsAll, showAll] = useState(false)
  if (models.length === 0) return <p className="personal-note">{text('personal.models_none')}</p>
  const rest = models.length - SHOWN_AT_FIRST
  const shown = showsAll ? models : models.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <div className="chips">
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            className="chip personal-model"
            aria-label={text('personal.copy_model', { name })}
            onClick={() => void copy(name, text('personal.model_copied', { name }))}
          >
            {name}
          </button>
        ))}
      </div>
      {rest > 0 && (
        <Button
          className="personal-more"
          variant="link"
          aria-expanded={showsAll}
          onClick={() => showAll(!showsAll)}
        >
          {showsAll ? text('personal.models_fewer') : text('personal.models_more', { count: rest })}
        </Button>
      )}
    </>
  )
}
