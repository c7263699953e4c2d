/** A receiver in PHP without extensions, as the page shows it. */
export const php = String.raw`<?php
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const MOST_BYTES = 65_536;
// Beside the folder that your web server serves, never in it.
const INBOX = __DIR__ . '/../inbox';

// What you do with an event. The answer is sent by then, so it may take its time.
function handle(array $event): void
{
    error_log($event['type'] . ' ' . $event['id']);
}

function is_genuine(string $secret, string $body): bool
{
    $signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? null;
    if ($signatures === null) {
        $expected = hash_hmac('sha256', $body, $secret);
        return hash_equals($expected, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '');
    }
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (preg_match('/\A[0-9]{1,12}\z/', $timestamp) !== 1) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $digest = hash_hmac('sha256', $id . '.' . $timestamp . '.' . $body, $secret, true);
    $expected = 'v1,' . base64_encode($digest);
    foreach (explode(' ', $signatures) as $one) {
        if (hash_equals($expected, $one)) {
            return true;
        }
    }
    return false;
}

// Keeps an event once, whole and on the disk. In a database: a row whose key is the id.
function keep(string $id, string $body): void
{
    $path = INBOX . '/' . $id . '.json';
    if (is_file($path)) {
        return;
    }
    $draft = INBOX . '/' . bin2hex(random_bytes(16));
    try {
        $file = fopen($draft, 'x');
        if ($file === false || fwrite($file, $body) !== strlen($body) || !fsync($file)) {
            throw new RuntimeException('The event could not be written');
        }
        fclose($file);
        // Of two requests at the same moment the second finds the name taken.
        if (!@link($draft, $path) && !is_file($path)) {
            throw new RuntimeException('The event could not be kept');
        }
    } finally {
        @unlink($draft);
    }
}

// One after the other, in one process at a time. What fails or comes meanwhile has no .done: the
// next time does it.
function work(): void
{
    $turn = fopen(INBOX . '/turn', 'c');
    if ($turn === false || !flock($turn, LOCK_EX | LOCK_NB)) {
        return;
    }
    foreach (glob(INBOX . '/*.json') ?: [] as $path) {
        $done = substr($path, 0, -5) . '.done';
        if (is_file($done)) {
            continue;
        }
        try {
            handle(json_decode(file_get_contents($path), true, 512, JSON_THROW_ON_ERROR));
            touch($done);
        } catch (Throwable $fault) {
            error_log((string) $fault);
        }
    }
}

function receive(): int
{
    $secret = (string) getenv('WEBHOOK_SECRET');
    if (strlen($secret) !== 64) {
        error_log('Set WEBHOOK_SECRET to the secret of your webhook');
        return 500;
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return 405;
    }
    // The bytes as they came: parsed and written again they would have another signature.
    $body = file_get_contents('php://input', false, null, 0, MOST_BYTES + 1);
    if ($body === false || strlen($body) > MOST_BYTES) {
        return 413;
    }
    if (!is_genuine($secret, $body)) {
        return 401;
    }
    try {
        keep(json_decode($body, true, 512, JSON_THROW_ON_ERROR)['id'], $body);
        return 204;
    } catch (Throwable $fault) {
        error_log((string) $fault);
        return 500;
    }
}

is_dir(INBOX) || mkdir(INBOX, 0700, true);
// From cron, every minute: php webhook.php
if (PHP_SAPI === 'cli') {
    work();
    exit;
}
$status = receive();
http_response_code($status);
// PHP-FPM sends the answer here; what runs elsewhere leaves the work to cron.
if ($status === 204 && function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request();
    work();
}
`;
