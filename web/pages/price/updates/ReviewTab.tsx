import { CheckIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { call } from '../../../api/client'
import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { Blank } from '../../../components/page/Blank'
import { useAction } from '../../../components/page/use-action'
import { ProposalTable } from './ProposalTable'
import { refreshUpdates } from './refresh-updates'

/** Prices that wait for a person, by source. */
export function ReviewTab() {
  const { text } = useText()
  const { data } = useEndpoint('price_review.list')
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, run } = useAction()
  if (data === undefined) return null
  if (data.length === 0) return <Blank icon={CheckIcon} title={text('price_update.none_waiting')} />
  // Of two sources that differ about a model the first is shown until it is dealt with.
  const byModel = new Map([...data].reverse().map((review) => [review.model, review]))
  const reviews = data.filter((review) => byModel.get(review.model) === review)
  const ids = reviews.filter(({ model }) => chosen.has(model)).map(({ id }) => id)
  const act = async (verb: 'apply' | 'dismiss'): Promise<void> => {
    const done = text(verb === 'apply' ? 'price_update.applied' : 'price_update.dismissed')
    const isDone = await run(
      () => call(`price_review.${verb}`, { body: { ids } }).finally(refreshUpdates),
      done,
    )
    if (isDone) choose(new Set())
  }
  return (
    <div className="price-updates">
      <ProposalTable proposals={reviews} chosen={chosen} onChoose={choose} />
      <div className="price-buttons">
        <Button
          variant="primary"
          disabled={ids.length === 0}
          loading={isBusy}
          onClick={() => void act('apply')}
        >
          {text('price_update.apply', { count: ids.length })}
        </Button>
        <Button disabled={ids.length === 0 || isBusy} onClick={() => void act('dismiss')}>
          {text('price_update.dismiss', { count: ids.length })}
        </Button>
      </div>
    </div>
  )
}
