import { Button, Link as PrimerLink } from '@primer/react'
import { Link } from 'wouter'
import type { UpdateJson } from '../../../server/domain/endpoints/overview'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useAction } from '../../components/page/use-action'

/** Which version runs, and whether there is a newer one: known only after a check. */
export function UpdateLine({ update }: { readonly update: UpdateJson }) {
  const { text } = useText()
  const format = useFormat()
  const { state, current, latest, page, problem, checked_at } = update
  return (
    <div className="update-line" data-state={state}>
      <span role="status">
        {text(`update.${state}`, { current, latest, problem })}
        {checked_at > 0 && (
          <span className="muted">
            {' '}
            · {text('update.checked', { time: format.time(checked_at) })}
          </span>
        )}
      </span>
      {state === 'newer' && page !== '' && (
        <PrimerLink href={page} target="_blank" rel="noreferrer">
          {text('update.notes')}
        </PrimerLink>
      )}
      {state === 'unset' ? (
        <PrimerLink as={Link} href="/setting?tab=system">
          {text('update.set')}
        </PrimerLink>
      ) : (
        <CheckButton />
      )}
    </div>
  )
}

function CheckButton() {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const check = (): Promise<boolean> =>
    run(async () => {
      await call('overview.check_update', {})
      await refresh('overview')
    })
  return (
    <Button size="small" loading={isBusy} onClick={() => void check()}>
      {text('update.check')}
    </Button>
  )
}
