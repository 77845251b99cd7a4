import { failureText } from '../../../../server/domain/api-calls/failure'
import { useText } from '../../../app/language'
import { Note } from '../../../components/form/Note'

export function SaveRefusal({ refusal }: { readonly refusal: unknown }) {
  const { text } = useText()
  return (
    <div role="alert">
      {refusal !== undefined && <Note tone="critical">{failureText(refusal, text)}</Note>}
    </div>
  )
}
