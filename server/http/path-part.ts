/** A wildcard comes as it was sent. No model's name is badly escaped, so such a text stays. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
