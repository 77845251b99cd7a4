/** Asks for the public facts of the site; nothing is shown before they are known. */
import { Spinner } from '@primer/react'
import { type ReactNode, useEffect } from 'react'
import { failureText } from '../../server/domain/api-calls/failure'
import type { SiteStatus } from '../../server/domain/endpoints/status'
import { peekEarly } from '../api/early'
import { useEndpoint } from '../api/use-endpoint'
import { useText } from '../app/language'
import { storeForOthers } from '../app/older-front-ends'
import { SiteContext } from '../app/site'
import { isRecord, readStoredJson, store } from '../app/storage'
import { LoadFailure } from '../components/page/LoadFailure'

const STORED_AS = 'status'

/** Of this version: an older server's facts may lack fields. */
function isStatus(value: unknown): value is SiteStatus {
  return isRecord(value) && typeof value.version === 'string' && Array.isArray(value.api_info)
}

/** What the last visit saw, shown until the answer is there. */
let remembered = readStoredJson(STORED_AS, isStatus)

/** On a first visit the facts are on their way since before this script; nothing to spin for. */
export async function openSite(): Promise<void> {
  if (remembered !== undefined) return
  const answer = await peekEarly('/api/status')
  if (isRecord(answer) && isStatus(answer.data)) remembered = answer.data
}

export function SiteProvider({ children }: { readonly children: ReactNode }) {
  const { text } = useText()
  const { data, error, reload } = useEndpoint('status.show')
  const site = data ?? remembered
  useEffect(() => {
    if (data === undefined) return
    store(STORED_AS, JSON.stringify(data))
    storeForOthers(data)
  }, [data])
  if (site !== undefined) return <SiteContext value={site}>{children}</SiteContext>
  return (
    <div className="splash">
      {error === undefined ? (
        <Spinner srText={text('ui.loading')} />
      ) : (
        <LoadFailure
          title={text('failure.status')}
          message={failureText(error, text)}
          onRetry={reload}
        />
      )}
    </div>
  )
}
