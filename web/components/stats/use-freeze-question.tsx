import { Suspense } from 'react'
import { lazyPart } from '../late/lazy-part'
import { type Question, useConfirmation } from '../overlay/Confirm'
import type { Terms } from './FreezeTerms'

const FreezeTerms = lazyPart(() => import('./FreezeTerms'))

interface FreezeQuestion extends Omit<Question, 'message'> {
  readonly message: string
}

/** Asks whether to freeze, why and until when; `undefined` when it is given up. */
export function useFreezeQuestion(): (question: FreezeQuestion) => Promise<Terms | undefined> {
  const confirm = useConfirmation()
  return async ({ message, ...question }) => {
    let terms: Terms = { reason: '', until: -1 }
    const take = (next: Terms): void => {
      terms = next
    }
    const fields = (
      <Suspense fallback={message}>
        <FreezeTerms message={message} onChange={take} />
      </Suspense>
    )
    return (await confirm({ ...question, message: fields })) ? terms : undefined
  }
}
