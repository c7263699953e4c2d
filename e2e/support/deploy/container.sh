# A container by hand, as much of one as the service sees: called by container.ts in mount and process namespaces of its own.
#   sh container.sh ROOT APP DATA UID GID NAME=value… COMMAND…
# The root is read-only, the application belongs to root, and only DATA, /tmp and /dev/shm can be written to.
set -e
root=$1 app=$2 data=$3 uid=$4 gid=$5
shift 5

mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs "$root"
cd "$root"
mkdir usr etc app data tmp proc dev
mount --rbind /usr usr
mount -o remount,bind,ro usr
for name in bin sbin lib lib64; do ln -s "usr/$name" "$name"; done
# As in the base image: root and the user `node`.
printf 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' >etc/passwd
printf 'root:x:0:\nnode:x:1000:\n' >etc/group
cp /etc/hosts etc/
cp /etc/resolv.conf etc/ || true
mount --bind "$app" app
mount -o remount,bind,ro app
mount --bind "$data" data
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t proc proc proc
for name in null zero random urandom; do
  touch "dev/$name"
  mount --bind "/dev/$name" "dev/$name"
done
# As much shared memory as Docker gives.
mkdir dev/shm
mount -t tmpfs -o mode=1777,size=64m tmpfs dev/shm
mount -o remount,ro "$root"
exec chroot --userspec="$uid:$gid" --groups="$gid" "$root" \
  env -C /app -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
