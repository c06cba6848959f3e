/**
 * A stand-in of Kakao's JavaScript SDK as far as links are passed on with it
 * (https://developers.kakao.com/docs/latest/kakaotalk-share/js-link): `init`, `isInitialized`, `Share.sendScrap`. As the
 * real one does on a desktop, it posts a form to a window of its own, where one would choose a friend.
 */
export function kakaoShareScript(): string {
  return `(${script.toString()})(new URL(document.currentScript.src).origin);\n`;
}

/** What would be sent, for people who try the product out and for tests. */
export function sharePage(form: URLSearchParams): string {
  const { appKey, requestUrl } = Object.fromEntries(
    ['appKey', 'requestUrl'].map((name) => [name, escaped(form.get(name) ?? '')]),
  );
  return `<!doctype html><html lang="ko"><meta charset="utf-8"><title>KakaoTalk (stand-in)</title><h1>KakaoTalk (stand-in)</h1><p>Would be sent to a friend:</p><p id="link">${requestUrl}</p><p>App: ${appKey}</p></html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Runs in the browser, as text. */
function script(origin: string): void {
  let key: string | undefined;
  (window as unknown as { Kakao: object }).Kakao = {
    init(given: string) {
      if (key !== undefined) throw new Error('KakaoError: Kakao.init: Already initialized.');
      key = given;
    },
    isInitialized: () => key !== undefined,
    Share: {
      sendScrap({ requestUrl }: { requestUrl: string }) {
        if (key === undefined) throw new Error('KakaoError: Kakao.init must be called first.');
        const form = document.createElement('form');
        form.method = 'post';
        form.action = `${origin}/picker/link`;
        form.target = '_blank';
        for (const [name, value] of Object.entries({ appKey: key, requestUrl })) {
          const input = document.createElement('input');
          input.type = 'hidden';
          input.name = name;
          input.value = value;
          form.append(input);
        }
        document.body.append(form);
        form.submit();
        form.remove();
      },
    },
  };
}
