/** Hands a text to the browser as a file. */
export function downloadFile(name: string, source: string, type: string): void {
  downloadBlob(name, new Blob([source], { type }))
}

export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
