import { Banner } from '@primer/react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { useText } from '../../../app/language'

export function SaveRefusal({ refusal }: { readonly refusal: unknown }) {
  const { text } = useText()
  return (
    <div role="alert">
      {refusal !== undefined && (
        <Banner variant="critical" layout="compact" title={failureText(refusal, text)} />
      )}
    </div>
  )
}
